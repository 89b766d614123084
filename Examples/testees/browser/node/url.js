// Converts an address to a path of its server.
export const fileURLToPath = (url) => new URL(url).pathname;
