import { megabytesTooMany, type monitor, mostMegabytes } from '@slipway/protocol/pulumi'

/** Checks properties before their use. @throws TypeError if they are too large to record */
export function assertRecordable(
  what: 'inputs' | 'outputs',
  urn: string,
  properties: monitor.RegisterResourceRequest['object'],
): void {
  const megabytes = megabytesTooMany(properties)
  if (megabytes === undefined) return
  throw new TypeError(`the ${what} of ${urn} have ${megabytes} MB, but at most ${mostMegabytes} MB are recorded`)
}
