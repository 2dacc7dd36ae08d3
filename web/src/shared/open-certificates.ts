import { certificationCalls } from '@screening-room/contract/certifications'
import { send } from '../api/client.ts'
import { config } from '../api/config.ts'
import { asFailure } from '../api/failure.ts'

/** Records that the certificates are on the screen. What is looked at neither waits for it nor shows its failure. */
export async function openCertificates(authId: number): Promise<void> {
  if (!config().ours) return
  try {
    await send(certificationCalls.openCertificates, { authId }, { keepalive: true })
  } catch (thrown) {
    const { kind, requestId } = asFailure(thrown)
    if (kind === 'refused') console.error('request refused', 'open-certificates', requestId)
  }
}
