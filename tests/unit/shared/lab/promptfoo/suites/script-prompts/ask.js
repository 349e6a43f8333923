module.exports = async ({ vars }) => 'Ask ' + vars.x + ' {{ x }}';
module.exports.chat = ({ vars }) => [
  { role: 'system', content: 'Be' },
  { role: 'user', content: 'Say ' + vars.x },
];
