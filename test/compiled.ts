/**
 * For environments that tests make anew: what Node has compiled is found again by the processes that get it. Without it each of them takes the
 * types out of all sources, and compiles them, which costs more than most tests do.
 */
const folder = process.env['NODE_COMPILE_CACHE']

export const compiled: { readonly NODE_COMPILE_CACHE?: string } =
  folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
