module Rail {
    export class DelayMessage {
        messageName: string = "DelayMessage";
        train: string;
        minutes: number;
        reason: string;
        platform: number;
        line: string;
        stops: string;
        place: string = 'north';
        constructor(message: any) {
            this.train = message.train;
            this.minutes = message.minutes;
            message.reason && (this.reason = message.reason);
            if (message.platform) {
                this.platform = message.platform;
            }
            this.line = message.line || 'S1';
            try {
                this.stops = JSON.parse(message.stops);
            } catch (error) {
                this.stops = message.stops;
            }
        }
        encode(): string {
            return JSON.stringify(Tools.clone(this));
        }
    }

    export enum MentionedType {
        ALL = 1,
        PART = 2
    }

    export class MentionedInfo {
        constructor(type?: MentionedType, userIdList?: string[]) {}
    }

    export interface Platform {
        line: string,
        doors: { [side: string]: number },
        tracks?: Record<string, number>;
    }

    export class GateMessage {
        messageName: string = "GateMessage";
        gate: string;
        where: Platform;
        mentionedInfo: MentionedInfo;
        constructor(message: any) {
            this.gate = message.gate;
            this.where = message.where;
            if (message.mentionedInfo) {
                this.mentionedInfo = message.mentionedInfo;
            }
        }
        encode(): string {
            return JSON.stringify(Tools.clone(this));
        }
    }

    export enum SeatKind { Window = 'window', Aisle = 'aisle' }

    export class SeatMessage {
        messageName: string = "SeatMessage";
        constructor(public coach: string, readonly seat: number = 1, public kind: SeatKind) {}
        encode(): string {
            return JSON.stringify(Tools.clone(this));
        }
    }
}
