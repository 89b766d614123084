var States = {
  SEED: 0,
  RIPE: 1
};

module.exports = States;
