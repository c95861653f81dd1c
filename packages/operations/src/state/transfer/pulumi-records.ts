import { systemClock, timeSortedIds } from '../../ports/system-ports.ts'
import type { ProgramFile } from '../../project/find-program.ts'
import { version } from '../../version.ts'
import type { StateChange } from '@slipway/stores'
import type { Deployment } from '@slipway/programs/deployments/deployment'
import { fromDeployment } from '@slipway/programs/from-pulumi/from-deployment'
import { secretOpener } from '@slipway/programs/from-pulumi/open-secret'
import { programRecords } from '@slipway/programs/from-pulumi/program-records'
import { toldOfPackages } from '@slipway/programs/from-pulumi/read-packages'
import { whatIsThere } from '@slipway/programs/from-pulumi/what-is-there'

export interface PulumiRecordsOptions {
  readonly instance: string
  /** The program that owns the stack. `undefined`: a blueprint takes over the stack. */
  readonly program: ProgramFile | undefined
  readonly env: NodeJS.ProcessEnv
}

/** Returns the records of a Pulumi state, and sentences about parts that were left out or changed. @throws */
export function pulumiRecords(deployment: Deployment, { instance, program, env }: PulumiRecordsOptions) {
  const ids = timeSortedIds()
  const how = { now: systemClock.now(), newId: () => ids.next(), open: secretOpener(deployment, env) }
  const { told } = whatIsThere(deployment)
  if (program === undefined)
    return {
      changes: fromDeployment(deployment, { instance, ...how }),
      told: [...told, ...onlyRead(deployment), ...toldOfPackages(deployment, how.open)],
    }
  const { project, file } = program
  const stack = instance.slice(project.length + 1)
  const changes: readonly StateChange[] = programRecords(deployment, { project, stack, file, version, ...how })
  return { changes, told }
}

/** Returns sentences about resources that were only read. A program reads them again, but a blueprint would own them. */
function onlyRead({ resources = [] }: Deployment): readonly string[] {
  return resources.flatMap(({ urn, external = false, type }) =>
    external && !type.startsWith('pulumi:')
      ? [`${urn} was only read, so it is left out: a blueprint reads with a data source`]
      : [],
  )
}
