// An address as a path of its server.
export const fileURLToPath = (url) => new URL(url).pathname;
