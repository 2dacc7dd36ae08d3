import { makeTemplate } from './server.ts'

export default async function setup() {
  const template = await makeTemplate()
  process.env.E2E_TEMPLATE = template.folder
  return template.remove
}
