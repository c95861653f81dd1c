import type { ConvertedProgram, PulumiYamlRequest } from '../forms/pulumi-yaml/conversion.ts'

/** Converts a program of Pulumi's YAML language tree to tree, without any plugin. */
export async function ownFormOf(program: PulumiYamlRequest): Promise<ConvertedProgram> {
  const { convertPulumiYaml } = await import('../forms/pulumi-yaml/convert-pulumi-yaml.ts')
  return convertPulumiYaml(program)
}
