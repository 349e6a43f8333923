module.exports = (name, prompt, vars) => ({ output: vars.x + '-' + name });
