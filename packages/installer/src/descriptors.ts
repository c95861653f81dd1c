/** What reads and writes descriptors, for commands that install nothing: it loads no more than that. */
export type { Descriptor, LongForm } from './descriptor/descriptor.ts'
export { parseDescriptor } from './descriptor/parse.ts'
export { rangeOf } from './descriptor/range.ts'
export { askedOf, descriptorKey, descriptorOfKey, descriptorText } from './descriptor/write.ts'
