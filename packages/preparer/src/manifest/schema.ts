import { hookMoments } from '@slipway/model'
import { z } from 'zod'

/** Becomes the name of a folder: `hooks` and names that begin with a dot are the node's own. */
const id = z
  .string()
  .regex(
    /^[A-Za-z0-9][\w.-]{0,62}$/,
    'must be 1 to 63 letters, digits, "_", "-" and ".", and begin with a letter or digit',
  )
  .refine((name) => name !== 'hooks', 'is the name of the folder of hooks: choose another name')

const variables = z.record(
  z.string().regex(/^[A-Za-z_]\w*$/, 'is not the name of a variable'),
  z.union([z.string(), z.number(), z.boolean()]),
)

const milliseconds = z.number().int().nonnegative()

const perLaunchable = { env: variables.optional() }

const hoist = z.strictObject({
  type: z.literal('hoist'),
  /** A URL or a path of this machine, of a .tar.gz. */
  location: z.string().min(1),
  digest: z
    .string()
    .regex(/^sha256:[0-9a-f]{64}$/, 'must be sha256: and 64 hexadecimal digits')
    .optional(),
  /**
   * A signature of the archive's digest by a key of the policy, as `slipway node sign` makes it; or a URL or path of a file that contains
   * it, which may change together with the archive.
   */
  signature: z.string().optional(),
  ...perLaunchable,
})

export type Hoist = z.output<typeof hoist>

const command = z.strictObject({
  type: z.literal('command'),
  command: z.array(z.string()).min(1),
  ...perLaunchable,
})

const restart = z.strictObject({
  policy: z.enum(['always', 'on-failure', 'never']).default('always'),
  /** The number of consecutive ends, each soon after its start, after which it is given up. */
  limit: z.number().int().nonnegative().default(10),
  /** The first pause, doubled with each end in a row up to a minute. */
  backoffMs: milliseconds.default(1000),
})

const status = z.strictObject({
  http: z.url({ protocol: /^https?$/ }),
  /** Time from the launch until the first healthy answer. */
  deadlineMs: milliseconds.default(60_000),
  everyMs: milliseconds.min(50).default(1000),
})

const limits = z.strictObject({
  /** Megabytes of address space, for each process. */
  memoryMb: z.number().int().positive().optional(),
  openFiles: z.number().int().positive().optional(),
})

const hook = z.strictObject({
  /** Absent: all. */
  moments: z.array(z.enum(hookMoments)).optional(),
  /** Ids of pods that it is for; absent: all. */
  pods: z.array(z.string()).optional(),
  timeoutMs: milliseconds.positive().default(120_000),
  /** The number of consecutive failed deploys after which it is suspended, until a user resumes it. Absent: never. */
  suspendAfter: z.number().int().positive().optional(),
  /** One process for all moments; see the guide for hook authors. */
  resident: z.boolean().default(false),
  /** In the form of a stage's number: `100`, `-99.9`. */
  order: z.union([z.number(), z.string()]).optional(),
  before: z.array(z.string()).default([]),
  after: z.array(z.string()).default([]),
})

export const manifestSchema = z.strictObject({
  id,
  launchables: z
    .record(id, z.discriminatedUnion('type', [hoist, command]))
    .refine((all) => Object.keys(all).length > 0, 'must name a launchable'),
  config: z.record(z.string(), z.json()).optional(),
  env: variables.optional(),
  run_as: z.string().min(1).optional(),
  status: status.optional(),
  limits: limits.optional(),
  restart: restart.default({ policy: 'always', limit: 10, backoffMs: 1000 }),
  /** Milliseconds between asking a pod to end and killing it. */
  graceMs: milliseconds.default(10_000),
  hook: hook.optional(),
  /** The only node that may run it. */
  node: z.string().min(1).optional(),
  /** Counts the versions of the pod: a node takes none with a lower number than it has seen. */
  sequence: z.number().int().nonnegative().optional(),
  /** After this time, no node begins to deploy it. */
  expires: z.iso.datetime({ offset: true, error: 'must be a time such as 2027-01-31T12:00:00Z' }).optional(),
  /** The signature of the manifest without this line, as `slipway node sign` makes it. */
  signature: z.string().optional(),
})

export type ManifestBody = z.output<typeof manifestSchema>
export type RestartRule = z.output<typeof restart>
export type Limits = z.output<typeof limits>
