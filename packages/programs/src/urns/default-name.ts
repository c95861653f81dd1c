/** The name of a default provider as in Pulumi, `default_1_2_3_acme.com/plugins`, so that earlier resources keep their provider. */
export function defaultName(version: string, server: string): string {
  const place = server
    .split('/')
    .filter((part) => part !== '')
    .map((part) => part.replaceAll(/[^\w.-]/g, '_'))
    .join('/')
  const parts = [version.replace('-', '_').replaceAll(/[.+]/g, '_'), place].filter((part) => part !== '')
  return ['default', ...parts].join('_')
}

/** True for the name of a default provider. */
export function isDefaultName(name: string): boolean {
  return name === 'default' || name.startsWith('default_')
}
