interface Remarked {
  remark: string;
}

export class AlbumMessage implements Remarked {
  remark: string;
  pages: number;
  address: string;
  constructor(message: any) {
    this.pages = message.pages;
    this.address = message.address;
  }
  static obtain(address: string, pages: number): AlbumMessage {
    return new AlbumMessage({ remark: "", link: address, pages: pages });
  }
  encode(): string {
    return JSON.stringify(this);
  }
}

export class ContactNotificationMessage {
  static CONTACT_OPERATION_ACCEPT_RESPONSE: string = "AcceptResponse";
  static CONTACT_OPERATION_REQUEST: string = "ContactOperationRequest";
  operation: string;
  sourceUserId: string;
  constructor(message: any) {
    this.operation = message.operation;
    this.sourceUserId = message.sourceUserId;
  }
  encode(): string {
    return JSON.stringify(this);
  }
}

export class LostMessage {
  text: string;
}
