export {
  pulumiKinds,
  type DeclaredIdentity,
  type Descriptor,
  type Form,
  type LongForm,
  type PulumiKind,
  type Range,
} from './descriptor/descriptor.ts'
export { descriptorGrammar, type GrammarRow } from './descriptor/grammar.ts'
export { isUnlikePath, parseDescriptor, type DescriptorBase } from './descriptor/parse.ts'
export { platformOf, type Platform } from './descriptor/platform.ts'
export { compareVersions, isPrerelease, rangeOf } from './descriptor/range.ts'
export { askedOf, descriptorKey, descriptorOfKey, descriptorText, descriptorWord } from './descriptor/write.ts'
export type { Ecosystem, Hint, Identity, Needs, Place, SdkMaker } from './ecosystems/ecosystem.ts'
export { chooseVersion, type Choice, type Choosing, type PresentVersion } from './install/choose-version.ts'
export { createInstaller, type Installer } from './install/create-installer.ts'
export type { Install, InstallEvent, InstallOptions, InstallerParts } from './install/installer.ts'
export type { Installed, Outcome } from './install/outcome.ts'
export { hashesOf } from './lock/hashes.ts'
export type { LockEntry, LockFile } from './lock/lock-file.ts'
export { lockFileName, openLock, type LockOptions } from './lock/open-lock.ts'
export { createHttpClient, type HttpClientParts, type NetSettings } from './net/create-http-client.ts'
export { createCredentials, type Credentials } from './net/credentials.ts'
export { defaultHosts, type DefaultHosts } from './net/default-hosts.ts'
export type { HttpAnswer, HttpClient } from './net/http-client.ts'
export { bringFolder } from './sources/bring-folder.ts'
export { createSources, type SourceParts } from './sources/create-sources.ts'
export type { Access, Evidence, Fetched, Offer, OfferedVersion, Source, Target } from './sources/source.ts'
export { keepTrustRoot, keptTrustRoot, refreshTrustRoot, type TrustRootState } from './verify/attestation/trust-root.ts'
export { createVerifier, type VerifierParts } from './verify/create-verifier.ts'
export { knownLevel } from './verify/known-level.ts'
export { type KnownKeys, knownKeys, type Pins } from './verify/known-keys.ts'
export {
  checkInstalled,
  checkInstalledFile,
  recordOfFile,
  listInstalled,
  type ListedInstall,
} from './store/check-installed.ts'
export type { Pruned } from './store/prune-store.ts'
export type { InstallRecord } from './store/records.ts'
export { isAtLeast, levels, type Level, type Signer } from './verify/level.ts'
export { signerOfKey } from './verify/openpgp/fingerprint.ts'
export { gpgSigner, type SignerRule } from './verify/signers.ts'
export type { Verifier } from './verify/verifier.ts'
