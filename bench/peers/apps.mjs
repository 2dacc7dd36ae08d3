import { fileURLToPath } from 'node:url'
import { buildPeer } from './install.mjs'

/* The apps that are measured, and where in each of them things are. */

const row = '[data-probe=row]'
const peer = {
  row,
  open: row,
  dialog: '[role=dialog] [data-probe=dialog]',
  name: 'form input:not([type=password])',
  signIn: 'button[type=submit]',
}
const antd = { ...peer, secondPage: '.ant-pagination-item-2' }

export const apps = {
  ours: {
    label: 'Screening Room',
    row: '[data-row]',
    open: '[data-row] .sr-row-actions button',
    dialog: '[role=dialog] .sr-fields',
    name: '#phone, form input:not([type=password])',
    signIn: 'button[type=submit]',
    login: '/#/login',
    reports: '/#/dashboard/report-review?videoType=1',
    toReports: 'a[href="#/dashboard/report-review"]',
    secondPage: '.sr-pager button:last-of-type',
    folder: async () => fileURLToPath(new URL('../../web/dist', import.meta.url)),
  },
  reactAdmin: {
    ...peer,
    label: 'react-admin 5.15',
    login: '/#/login',
    reports: '/#/reports',
    toReports: 'a[href="#/reports"]',
    secondPage: 'button[aria-label="Go to page 2"]',
    folder: () => buildPeer('react-admin'),
  },
  refine: {
    ...antd,
    label: 'refine 5',
    // Its form takes addresses of e-mail only.
    typed: (phone) => `${phone}@example.org`,
    login: '/login',
    reports: '/reports',
    toReports: 'a[href="/reports"]',
    folder: () => buildPeer('refine'),
  },
  pro: {
    ...antd,
    label: 'Ant Design Pro',
    signIn: 'button.ant-btn-primary',
    login: '/user/login',
    reports: '/reports',
    toReports: 'a[href="/reports"]',
    folder: () => buildPeer('ant-design-pro'),
  },
}
