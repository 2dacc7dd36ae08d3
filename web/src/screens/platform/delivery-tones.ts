/** How a delivery's state is coloured. */
export const deliveryTones = {
  waiting: 'waiting',
  sending: 'waiting',
  delivered: 'good',
  dead: 'bad',
} as const
