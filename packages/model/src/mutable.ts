/** An immutable type as its maker sees it: the fields can be assigned. */
export type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }
