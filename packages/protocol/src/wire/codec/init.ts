/** A message from a caller: every field may be left out, at every depth. */
export type Init<T> = T extends string | number | bigint | boolean | Uint8Array | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Init<Item>[]
    : { readonly [Field in keyof T]?: Init<T[Field]> | undefined }
