const least = require('../least.js');
exports.isLong = (text) => text.length > least;
