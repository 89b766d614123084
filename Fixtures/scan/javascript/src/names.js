'use strict';
const PREFIX = 'App:';
// const OLD = 'App:Old';
const NAMES = {
  LIKE: PREFIX + 'Like',
  GIFT: `${PREFIX}Gift`,
};
module.exports = { NAMES, PREFIX };
