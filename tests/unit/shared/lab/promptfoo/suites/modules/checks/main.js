const { isLong } = require('./lib/long');
const words = require('./words.json');
module.exports = (output, context) => isLong(output) && words.includes(context.vars.x);
