/**
 * For new environments in tests: their processes find the code that Node has compiled before. Without it each of them strips the types from
 * all sources, and compiles them, which costs more than most tests do.
 */
const folder = process.env['NODE_COMPILE_CACHE']

export const compiled: { readonly NODE_COMPILE_CACHE?: string } =
  folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
