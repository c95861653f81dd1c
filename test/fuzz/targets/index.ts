import type { Target } from '../target.ts'
import { tar, zip } from './archives.ts'
import { blueprint, language, variables } from './blueprint.ts'
import { codec } from './codec.ts'
import { hpack } from './hpack.ts'
import { http2Client, http2Server } from './http2.ts'
import { plan } from './plan.ts'
import { settings } from './settings.ts'
import { state } from './state.ts'
import { tasks } from './tasks.ts'
import { terraformSchemas, terraformValues } from './terraform.ts'

/** Every door through which bytes of strangers come in: files that people write or send each other, and the wire. */
export const targets: readonly Target[] = [
  blueprint,
  language,
  variables,
  settings,
  tasks,
  plan,
  state,
  tar,
  zip,
  codec,
  hpack,
  http2Server,
  http2Client,
  terraformValues,
  terraformSchemas,
]
