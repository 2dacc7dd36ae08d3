// Sixteen avatars: twelve faces in flat colours, four monograms.
import { svg } from './drawing.mjs'

const size = 128
const ink = '#2b2320'

// Hair behind the head, and hair above the face.
const hair = {
  short: [
    '',
    'M34 58 C32 28 50 20 66 21 C86 22 96 34 94 58 C90 46 84 42 76 42 C62 42 48 40 42 44 C37 48 36 52 34 58Z',
  ],
  parted: [
    '',
    'M33 62 C28 30 48 18 66 19 C88 20 98 36 95 62 C92 50 88 44 80 40 C70 44 58 42 54 36 C50 44 38 48 33 62Z',
  ],
  ponytail: [
    'M88 34 C112 34 116 62 106 92 C100 82 96 70 88 62Z',
    'M34 62 C30 30 48 19 65 19 C86 19 97 34 94 62 C92 50 86 42 76 37 C62 46 44 44 34 62Z',
  ],
  bob: [
    'M28 88 C22 40 36 16 64 16 C92 16 106 40 100 88 C92 92 86 88 84 80 L44 80 C42 88 36 92 28 88Z',
    'M36 60 C36 36 48 28 64 28 C80 28 92 36 92 60 C84 54 78 44 76 40 C66 48 48 48 36 60Z',
  ],
  long: [
    'M26 116 C22 60 24 16 64 16 C104 16 106 60 102 116 C92 112 88 100 86 84 L42 84 C40 100 36 112 26 116Z',
    'M36 62 C34 36 48 26 64 26 C80 26 94 36 92 62 C86 52 74 44 64 32 C56 44 42 50 36 62Z',
  ],
  bun: [
    'M50 14 a14 13 0 1 1 28 0 a14 13 0 1 1 -28 0Z',
    'M34 60 C32 32 48 21 64 21 C82 21 96 32 94 60 C90 44 80 37 64 37 C48 37 38 44 34 60Z',
  ],
  curls: [
    '',
    'M32 60 C24 52 28 40 36 38 C36 26 48 20 56 24 C64 14 80 18 82 26 C94 26 100 38 94 46 C98 52 96 58 94 62 C90 50 84 48 78 46 C66 48 50 46 42 48 C38 50 34 54 32 60Z',
  ],
  cap: [
    '',
    'M32 50 C32 26 48 18 64 18 C82 18 96 28 96 50 C84 46 44 46 32 50Z M30 50 C44 44 84 44 112 52 C110 58 98 56 92 54 C78 50 50 50 32 54Z',
  ],
  bald: ['', ''],
}

function face({ ground, skin, style, dye, shirt, glasses, beard, smile = 6 }) {
  const [behind, above] = hair[style]
  return svg(
    size,
    size,
    `<rect width="128" height="128" fill="${ground}"/><path d="${behind}" fill="${dye}"/>
    <path d="M16 132 C18 104 40 98 64 98 C88 98 110 104 112 132Z" fill="${shirt}"/><path d="M52 80 H76 V100 C72 108 56 108 52 100Z" fill="${skin}"/><path d="M52 86 C58 94 70 94 76 86 V92 C70 99 58 99 52 92Z" fill="#000" opacity=".12"/>
    <circle cx="35" cy="63" r="6" fill="${skin}"/><circle cx="93" cy="63" r="6" fill="${skin}"/><path d="M36 54 C36 34 48 26 64 26 C80 26 92 34 92 54 C92 78 80 92 64 92 C48 92 36 78 36 54Z" fill="${skin}"/>
    ${beard ? `<path d="M37 64 C40 86 52 96 64 96 C76 96 88 86 91 64 C86 76 76 72 64 72 C52 72 42 76 37 64Z" fill="${dye}"/>` : ''}
    <path d="${above}" fill="${dye}"/><circle cx="52" cy="60" r="3" fill="${ink}"/><circle cx="76" cy="60" r="3" fill="${ink}"/>
    <path d="M46 52 q6 -4 12 0 M70 52 q6 -4 12 0" fill="none" stroke="${ink}" stroke-width="2" stroke-linecap="round" opacity=".65"/>
    <path d="M64 62 q-3 7 1 9" fill="none" stroke="#000" stroke-width="2" stroke-linecap="round" opacity=".22"/><circle cx="45" cy="71" r="5" fill="#e2604a" opacity=".18"/><circle cx="83" cy="71" r="5" fill="#e2604a" opacity=".18"/>
    <path d="M56 79 q8 ${smile} 16 0" fill="none" stroke="${beard ? '#fff' : '#a33f35'}" stroke-width="2.6" stroke-linecap="round"/>
    ${glasses ? `<g fill="#fff3" stroke="${ink}" stroke-width="2.2"><circle cx="52" cy="60" r="9.5"/><circle cx="76" cy="60" r="9.5"/><path d="M61.5 60 h5" /></g>` : ''}`,
  )
}

function monogram(letter, ground, accent, font) {
  return svg(
    size,
    size,
    `<rect width="128" height="128" fill="${ground}"/><circle cx="104" cy="22" r="46" fill="${accent}" opacity=".55"/><circle cx="18" cy="118" r="34" fill="${accent}" opacity=".35"/><text x="64" y="86" font-family="${font}" font-weight="700" font-size="62" fill="#fff" text-anchor="middle">${letter}</text>`,
  )
}

export function drawAvatars() {
  return [
    face({
      ground: '#bfd8e6',
      skin: '#f0c6a0',
      style: 'short',
      dye: '#2a2220',
      shirt: '#2f6690',
      glasses: true,
    }),
    face({
      ground: '#f4cfc4',
      skin: '#f5d0ae',
      style: 'ponytail',
      dye: '#2b201e',
      shirt: '#c8553d',
      smile: 8,
    }),
    face({ ground: '#d6e2c0', skin: '#e6b588', style: 'parted', dye: '#1f1b1c', shirt: '#3f6b4a' }),
    face({
      ground: '#e3d4ee',
      skin: '#f3cba8',
      style: 'bob',
      dye: '#33211f',
      shirt: '#7b4f9c',
      glasses: true,
    }),
    face({
      ground: '#f6e2b3',
      skin: '#f7d6bf',
      style: 'long',
      dye: '#d9a648',
      shirt: '#3d7a7d',
      smile: 8,
    }),
    face({ ground: '#c7e3dc', skin: '#8d5a3c', style: 'curls', dye: '#1d1513', shirt: '#e0a33e' }),
    face({
      ground: '#f3d3a7',
      skin: '#d99e73',
      style: 'short',
      dye: '#4a2d1f',
      shirt: '#40476d',
      beard: true,
    }),
    face({ ground: '#cfd6e8', skin: '#f1c9a5', style: 'bun', dye: '#3b2620', shirt: '#b5446e' }),
    face({ ground: '#dcd3c6', skin: '#edc09a', style: 'cap', dye: '#b3413a', shirt: '#2e3a46' }),
    face({
      ground: '#c3ddc9',
      skin: '#6f452f',
      style: 'bald',
      dye: '#1d1513',
      shirt: '#f0efe6',
      glasses: true,
    }),
    face({ ground: '#f2c9d2', skin: '#f6d3b8', style: 'long', dye: '#7a2f24', shirt: '#28536b' }),
    face({
      ground: '#cde6f0',
      skin: '#f2cda9',
      style: 'parted',
      dye: '#8c8a8a',
      shirt: '#5b4b43',
      glasses: true,
      smile: 4,
    }),
    monogram('映', '#31577a', '#6fa3c7', 'Noto Serif CJK SC'),
    monogram('A', '#a8503f', '#e6a06f', 'Liberation Serif'),
    monogram('舟', '#3f6f5c', '#8fc0a0', 'Noto Serif CJK SC'),
    monogram('K', '#5f4a7d', '#b194cf', 'Liberation Serif'),
  ]
}
