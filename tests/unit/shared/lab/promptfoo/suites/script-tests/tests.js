module.exports = async () =>
  [1, 2].map((n) => ({ vars: { n }, assert: [{ type: 'equals', value: String(n) }] }));
