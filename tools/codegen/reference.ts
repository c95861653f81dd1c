import type { DescMessage } from '@bufbuild/protobuf'

/** How a file names a message of its own or of another file. */
export type Reference = (message: DescMessage) => string
