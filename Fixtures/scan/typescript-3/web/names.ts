const NS = 'Web';
export const MessageType = {
  Ticket: `${NS}:Ticket`,
  Vibrate: `${NS}:Vibrate`,
} as const;
