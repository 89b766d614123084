import { ObjectNames } from './objectNames';

// What the engine does with a message of each type.
export const MESSAGE_CONFIG = {
  'RC:TxtMsg': { isCounted: true, isPersited: true },
  'RC:CmdMsg': { isCounted: false, isPersited: false },
  [ObjectNames.GIFT]: { isCounted: true, isPersited: true },
  [ObjectNames.KICK]: { isCounted: false, isPersited: true },
  'chat:Typing': { isCounted: false, isPersited: false, isStatusMessage: true },
};

export const getConfig = (type) => MESSAGE_CONFIG[type] || { isCounted: false, isPersited: false };
