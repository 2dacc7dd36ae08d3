/* The platform's side of Screening Room, for Node: no dependency but fetch, typed by the contract. */

export type { PlatformEvent } from '@screening-room/contract/platform'
export type { WebhookMessage } from '@screening-room/contract/webhooks'
export { type Client, ClientError, type ClientOptions, createClient } from './client.ts'
export { verifyWebhook, type WebhookHeaders, WebhookRefused } from './webhook.ts'
