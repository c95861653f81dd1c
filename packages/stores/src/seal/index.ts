export { unsealWithAny, type Unsealer } from './unseal-with-any.ts'
export { keyFileSealer } from './key-file-sealer.ts'
export { changeKey, earlierKeyPath, keyFileOf, keyFilePath, readKey } from './key-store.ts'
export { fingerprintOf, parsePublicKey } from './team/key-pair.ts'
export { oldForm } from './old-form.ts'
export { ownPair, pairFinder, privateKeyPath, teamOpener, type OwnPair, type PairPlaces } from './team/pair-store.ts'
export { isPassphraseKey, passphraseSealer } from './passphrase-sealer.ts'
export { processSealer } from './process-sealer.ts'
export { isUnbound } from './sealed-text.ts'
export { sealerWithTeams } from './team/sealer-with-teams.ts'
export { sealerWithoutKey } from './sealer-without-key.ts'
export {
  freshDataKey,
  recipientName,
  sealTeam,
  shownName,
  type Recipient,
  type SealedTeam,
  type Team,
} from './team/team.ts'
export { isTeamKey } from './team/team-key.ts'
export { foreignRecipients } from './team/team-sealer.ts'
