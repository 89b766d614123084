export enum ObjectName {
  Gift = "App:Gift",
  Order = 'App:Order',
  // Gone = "App:Gone",
}

export const KEYS = { total: 'totalPrice' } as const;
