const { isLong } = require('./lib/long.js');
module.exports = { isLong, other: () => false };
