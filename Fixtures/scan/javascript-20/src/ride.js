// SPDX-License-Identifier: Apache-2.0

export function registerPickup(im) {
  let messageType = 'ride:Pickup';
  let isPersited = true;
  let isCounted = false;
  let isStatusMessage = false;
  im.registerMessageType(messageType, isPersited, isCounted, [], isStatusMessage);
}

export function pickUp(im, target) {
  return im.sendMessage(target, { messageType: 'ride:Pickup', content: { stop: 'Harbour', seats: 2 } });
}
