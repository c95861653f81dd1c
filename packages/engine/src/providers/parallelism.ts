/** How many calls of providers at a time, unless a setting says otherwise. */
export const defaultParallelism = 32
