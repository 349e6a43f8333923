module.exports = (vars) => ({ ...vars, extra: vars.name + vars.topic });
