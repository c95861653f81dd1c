export function define(): void {}
