/** Reads and writes descriptors, for commands that install nothing. It loads only what these commands need. */
export { pulumiKinds, type Descriptor, type LongForm } from './descriptor/descriptor.ts'
export { isUnlikePath, parseDescriptor } from './descriptor/parse.ts'
export { compareVersions, rangeOf } from './descriptor/range.ts'
export { askedOf, descriptorKey, descriptorOfKey, descriptorText, descriptorWord } from './descriptor/write.ts'
