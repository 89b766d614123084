// SPDX-License-Identifier: Apache-2.0

export function delay(room) {
  room.im.update('ride:Delay', { minutes: 5, reason: 'traffic' });
  room.bus.emit('ride:Opened', { at: 3 });
  console.log('ride:Delay:', room);
}

export function received(m, view) {
  switch (m.messageType) {
    case 'ride:Arrival':
      view.show(m.content.stop + m.content.driver.trim());
      break;
    case 'ride:Seen':
      break;
  }
}
