import { MessageTag } from './tag';

export const params = {
  AlbumMessage: { objectName: "photo:Album", msgTag: new MessageTag(true, true) },
  ContactNotificationMessage: { objectName: "RC:ContactNtf", msgTag: new MessageTag(false, true) },
  LostMessage: { objectName: "", msgTag: new MessageTag(true, true) },
};
