export { unsealWithAny, type Unsealer } from './unseal-with-any.ts'
export { keyFileSealer } from './key-file-sealer.ts'
export { changeKey, earlierKeyPath, keyFileOf, keyFilePath, readKey } from './key-store.ts'
export { fingerprintOf, parsePublicKey } from './key-pair.ts'
export { oldForm } from './old-form.ts'
export { ownPair, pairFinder, privateKeyPath, teamOpener, type OwnPair, type PairPlaces } from './pair-store.ts'
export { isPassphraseKey, passphraseSealer } from './passphrase-sealer.ts'
export { processSealer } from './process-sealer.ts'
export { isUnbound } from './sealed-text.ts'
export { sealerWithTeams } from './sealer-with-teams.ts'
export { sealerWithoutKey } from './sealer-without-key.ts'
export {
  freshDataKey,
  recipientName,
  sealTeam,
  shownName,
  type Recipient,
  type SealedTeam,
  type Team,
} from './team.ts'
export { isTeamKey } from './team-key.ts'
export { foreignRecipients } from './team-sealer.ts'
