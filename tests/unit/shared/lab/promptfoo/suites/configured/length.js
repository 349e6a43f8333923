module.exports = (output, { config, vars, test }) => ({
  pass: output.length >= config.least,
  score: output.length,
  reason: 'x',
});
