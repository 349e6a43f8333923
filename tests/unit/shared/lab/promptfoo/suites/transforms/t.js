module.exports = (output) => output + '-t';
module.exports.named = (output, context) => output + '-n';
