export type { NodeEvent } from './deploy/ports.ts'
export { packFolder, type PackedFolder } from './install/archive/pack-folder.ts'
export { Layout } from './install/layout.ts'
export { type Manifest, parseManifest } from './manifest/manifest.ts'
export { type ManifestReading, readManifest } from './manifest/read-manifest.ts'
export { Preparer } from './node/preparer.ts'
export type { PreparerOptions } from './node/preparer-options.ts'
export { livingClaim } from './node/root-claim.ts'
export { FilePolicy } from './policies/file-policy.ts'
export { openWayBack } from './policies/freshness.ts'
export { NoPolicy } from './policies/no-policy.ts'
export { type AuthPolicy, authPolicy } from './policies/policy.ts'
export { archiveSignatureOf, signatureOf } from './policies/signature.ts'
export { type AuditEntry, parseAudit } from './records/audit.ts'
export {
  auditRoot,
  drainOf,
  everywhere,
  hooksEverywhere,
  intentRoot,
  ofNode,
  type PodKind,
  realityRoot,
  resumedRoot,
  sentinelOf,
} from './records/keys.ts'
export { parseReality, type PodState, type Reality } from './records/reality.ts'
export {
  beatMs,
  mostInput,
  beatOf,
  cancelled,
  goneMs,
  orderOf,
  parseAnswer,
  type SentFolder,
  type TaskAnswer,
  taskAnswerOf,
  taskFileOf,
  type TaskOrder,
} from './records/task-order.ts'
