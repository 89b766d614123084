// Base64 text of members (CNT-039 to CNT-041).

const SHAPE = /^[A-Za-z0-9+/]*={0,2}$/;
const END = /(?:^|[A-Za-z0-9+/]{2}[A-Za-z0-9+/]{2}|[AQgw]==|[AEIMQUYcgkosw048]=)$/;
const PREFIX = /^data:[^,]*;base64,/;

/** Whether a text is standard Base64 with padding and without white space, its unused bits zero. */
export const isBase64 = (text) => text.length % 4 === 0 && SHAPE.test(text) && END.test(text.slice(-4));

/** Returns the Base64 without white space and `data:` prefix, or null if the result is not Base64 either (CNT-040). */
export function cleanBase64(text) {
  const bare = text.replace(/[\r\n \t]/g, '').replace(PREFIX, '');
  return isBase64(bare) ? bare : null;
}
