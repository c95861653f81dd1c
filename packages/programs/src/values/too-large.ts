import { megabytesTooMany, type monitor, mostMegabytes } from '@slipway/protocol/pulumi'

/** Before anything is done with them. @throws TypeError for more than can be recorded of a resource */
export function assertRecordable(
  what: 'inputs' | 'outputs',
  urn: string,
  properties: monitor.RegisterResourceRequest['object'],
): void {
  const megabytes = megabytesTooMany(properties)
  if (megabytes === undefined) return
  throw new TypeError(`the ${what} of ${urn} have ${megabytes} MB, of which at most ${mostMegabytes} are recorded`)
}
