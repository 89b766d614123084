export const ObjectNames = {
  GIFT: 'chat:Gift',
  KICK: 'chat:Kick',
};
