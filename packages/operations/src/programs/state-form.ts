import { valueMap } from '@slipway/model'
import type { StateForm } from '@slipway/programs'
import { readDeployment } from '../state/pulumi/deployment.ts'
import { secretOpener } from '../state/pulumi/open-secret.ts'
import { resourceOf } from '../state/pulumi/program-deployment.ts'
import { readResource } from '../state/pulumi/program-records.ts'

/** Records as a state of Pulumi has them, for functions of programs. */
export const stateForm: StateForm = {
  write: (record) => ({ ...resourceOf(record, valueMap()) }),
  read(resource) {
    // Only there is it looked at whether it is a resource at all.
    const { resources = [] } = readDeployment(JSON.stringify({ version: 4, deployment: { resources: [resource] } }))
    const [read] = resources
    if (read === undefined) throw new TypeError('there is no resource')
    return readResource(read, secretOpener({}, {}))
  },
}
