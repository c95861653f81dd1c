export { keyFilePath, keyFileSealer } from './key-file.ts'
export { passphraseSealer } from './passphrase.ts'
export { processSealer } from './process-key.ts'
