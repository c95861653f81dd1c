import { valueMap } from '@slipway/model'
import type { StateForm } from '@slipway/programs'
import { readDeployment } from '@slipway/programs/deployments/deployment'
import { secretOpener } from '@slipway/programs/from-pulumi/open-secret'
import { resourceOf } from '@slipway/programs/to-pulumi/program-deployment'
import { readResource } from '@slipway/programs/from-pulumi/program-records'

/** Records in the form of a Pulumi state, for functions of programs. */
export const stateForm: StateForm = {
  write: (record) => ({ ...resourceOf(record, valueMap()) }),
  read(resource) {
    // `readDeployment` checks whether the value is a resource at all.
    const { resources = [] } = readDeployment(JSON.stringify({ version: 4, deployment: { resources: [resource] } }))
    const [read] = resources
    if (read === undefined) throw new TypeError('there is no resource')
    return readResource(read, secretOpener({}, {}))
  },
}
