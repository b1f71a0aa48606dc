/** Waits for a time in ms. */
export const pause = async (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
