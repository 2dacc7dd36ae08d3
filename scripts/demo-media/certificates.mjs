// Certificates as submitters would photograph them. Schools and companies are invented,
// and each picture says in two languages that it is a sample.

const paper = '#fdfaf1'

function stamp(text, size = 128, colour = '#c2271d') {
  const id = `arc${text.length}${text.charCodeAt(0)}`
  return `<svg width="${size}" height="${size}" viewBox="0 0 128 128" style="opacity:.82;transform:rotate(-8deg)">
    <defs><path id="${id}" d="M 22 82 A 46 46 0 1 1 106 82"/></defs>
    <circle cx="64" cy="64" r="60" fill="none" stroke="${colour}" stroke-width="3.5"/>
    <path d="M64 44l5.3 13.1 14.1 1-10.8 9 3.4 13.7L64 73.3l-12 7.5 3.4-13.7-10.8-9 14.1-1z" fill="${colour}"/>
    <text fill="${colour}" font-family="Noto Serif CJK SC" font-weight="700" font-size="14"><textPath href="#${id}" startOffset="50%" text-anchor="middle" textLength="${Math.min(150, text.length * 19)}">${text}</textPath></text>
    <text x="64" y="104" fill="${colour}" font-family="Noto Sans CJK SC" font-weight="700" font-size="12" text-anchor="middle">样本专用章</text></svg>`
}

function seal(colour, ribbon) {
  const rays = Array.from({ length: 24 }, (_, at) => {
    const [outer, inner] = [(at / 24) * Math.PI * 2, ((at + 0.5) / 24) * Math.PI * 2]
    return `${50 + Math.cos(outer) * 44},${50 + Math.sin(outer) * 44} ${50 + Math.cos(inner) * 38},${50 + Math.sin(inner) * 38}`
  })
  return `<svg width="104" height="134" viewBox="0 0 100 130"><path d="M32 80 L24 128 L50 112 L76 128 L68 80Z" fill="${ribbon}"/><polygon points="${rays.join(' ')}" fill="${colour}"/><circle cx="50" cy="50" r="30" fill="none" stroke="#fff8" stroke-width="2"/><text x="50" y="57" font-family="Noto Serif CJK SC" font-weight="700" font-size="20" fill="#fff" text-anchor="middle">样本</text></svg>`
}

function signature(at) {
  const strokes = [
    'M4 30 C20 0 24 44 36 22 S52 10 58 28 S80 8 86 24 S112 20 138 12',
    'M6 22 C18 34 28 2 34 20 S44 38 56 16 S70 26 82 18 S100 34 136 20',
    'M4 18 C10 44 30 -6 40 26 S60 4 70 28 S98 2 104 24 S120 28 140 18',
  ]
  return `<svg width="140" height="40"><path d="${strokes[at % 3]}" fill="none" stroke="#1f2a52" stroke-width="2" stroke-linecap="round"/></svg>`
}

function portrait(tint) {
  return `<svg width="96" height="128" viewBox="0 0 96 128"><rect width="96" height="128" fill="${tint}"/><circle cx="48" cy="52" r="24" fill="#fff9"/><path d="M8 128c0-32 18-44 40-44s40 12 40 44z" fill="#fff9"/></svg>`
}

function squares(size) {
  const cells = Array.from({ length: 441 }, (_, at) => {
    const [x, y] = [at % 21, Math.floor(at / 21)]
    const inCorner = (x < 7 || x > 13) && (y < 7 || y > 13) && !(x > 13 && y > 13)
    const [dx, dy] = [Math.min(x, 20 - x), Math.min(y, 20 - y)]
    const ring = Math.max(Math.abs(dx - 3), Math.abs(dy - 3))
    const dark = inCorner ? ring !== 2 : (x * x * 7 + y * 13 + x * y * 5) % 7 < 3
    return dark ? `<rect x="${x}" y="${y}" width="1" height="1"/>` : ''
  })
  return `<svg width="${size}" height="${size}" viewBox="0 0 21 21" shape-rendering="crispEdges">${cells.join('')}</svg>`
}

function watermark(width, height, colour) {
  const marks = Array.from({ length: 6 }, (_, at) => {
    const [x, y] = [width * (0.22 + (at % 2) * 0.56), height * (0.2 + Math.floor(at / 2) * 0.32)]
    return `<text x="${x}" y="${y}" transform="rotate(-24 ${x} ${y})" text-anchor="middle">SAMPLE 样本</text>`
  })
  return `<svg width="${width}" height="${height}" style="position:absolute;inset:0" font-family="Noto Sans CJK SC" font-weight="700" font-size="38" fill="${colour}" opacity=".13">${marks.join('')}</svg>`
}

function sheet(width, height, style, content, mark = '#8a1c14') {
  return `<div style="position:relative;width:${width}px;height:${height}px;overflow:hidden;color:#2a2522;background:${paper};${style}">${content}${watermark(width, height, mark)}</div>`
}

function frame(colour, inset = 18) {
  return `<div style="position:absolute;inset:${inset}px;border:3px solid ${colour}"></div><div style="position:absolute;inset:${inset + 8}px;border:1px solid ${colour}"></div>${['top:0;left:0', 'top:0;right:0', 'bottom:0;left:0', 'bottom:0;right:0'].map((corner) => `<div style="position:absolute;${corner.replaceAll(':0', `:${inset - 5}px`)};width:26px;height:26px;border:3px solid ${colour};background:${paper};transform:rotate(45deg) scale(.62)"></div>`).join('')}`
}

const serif = "'Noto Serif CJK SC',serif"

function chineseDiploma({ title, body, issuer, date, number, colour }) {
  return sheet(
    720,
    510,
    `background:radial-gradient(circle at 50% 40%,#fffdf6,${paper} 60%,#f3ead2)`,
    `${frame(colour)}<h1 style="font:700 46px ${serif};letter-spacing:.35em;text-indent:.35em;text-align:center;margin-top:62px;color:${colour}">${title}</h1>
    <div style="position:absolute;left:64px;top:172px;border:1px solid #bbb;line-height:0">${portrait('#b9c7d6')}</div>
    <p style="position:absolute;left:192px;right:64px;top:166px;font:400 19px/2.05 ${serif};text-indent:2em">${body}</p>
    <div style="position:absolute;left:64px;bottom:62px;font:13px/1.8 ${serif};color:#6b6258">证书编号：${number}<br>查询网址：sample.example</div>
    <div style="position:absolute;right:70px;bottom:62px;text-align:center;font:600 18px/1.9 ${serif}">${issuer}<br><span style="font-size:15px;font-weight:400">${date}</span></div>
    <div style="position:absolute;right:96px;bottom:84px">${stamp(issuer)}</div>`,
  )
}

function englishDiploma({ school, title, line, detail, date, colour, ribbon, at }) {
  return sheet(
    720,
    510,
    `background:linear-gradient(160deg,#fffdf8,#f6efdc);text-align:center;font-family:'Liberation Serif',serif`,
    `${frame(colour, 20)}<div style="margin-top:62px;font-size:30px;letter-spacing:.06em;color:${colour}">${school}</div>
    <div style="font:14px 'Liberation Serif';letter-spacing:.3em;margin-top:10px;color:#7b6f5c">${title}</div>
    <div style="font-style:italic;font-size:17px;margin-top:30px">${line}</div>
    <div style="font-size:38px;margin:12px auto 4px;width:420px;border-bottom:1px solid #c9b98f">Sample Holder 样本</div>
    <div style="font-size:17px;line-height:1.6;margin:14px 110px 0">${detail}</div>
    <div style="position:absolute;left:84px;bottom:62px;width:170px;font-size:13px;color:#6b6258">${signature(at)}<div style="border-top:1px solid #a99;padding-top:5px">Dean of Studies</div></div>
    <div style="position:absolute;right:84px;bottom:62px;width:170px;font-size:13px;color:#6b6258"><div style="font-size:17px;color:#2a2522;padding:0 0 9px">${date}</div><div style="border-top:1px solid #a99;padding-top:5px">Date of issue</div></div>
    <div style="position:absolute;left:308px;bottom:28px">${seal(colour, ribbon)}</div>`,
  )
}

function businessLicence({ name, kind, scope, since, code }) {
  const rows = [
    ['名　　称', name],
    ['类　　型', kind],
    ['法定代表人', '样本 SAMPLE'],
    ['经营范围', scope],
    ['注册资本', '伍拾万圆整'],
    ['成立日期', since],
    ['住　　所', '样本市样本区放映路 24 号'],
  ]
  return sheet(
    720,
    510,
    `background:radial-gradient(circle at 50% 50%,#fffef9,#fbf3dc 70%,#f4e4b8)`,
    `${frame('#b8923e', 14)}<div style="position:absolute;top:48px;left:60px;font:13px/1.7 ${serif}">统一社会信用代码<br><b style="font:700 15px 'Liberation Mono'">${code}</b></div>
    <div style="position:absolute;top:44px;right:60px;opacity:.85">${squares(70)}</div>
    <h1 style="margin-top:58px;text-align:center;font:700 44px ${serif};letter-spacing:.4em;text-indent:.4em;color:#9c2a1b">营业执照</h1>
    <div style="text-align:center;font:14px ${serif};color:#7b6f5c;margin-top:2px">（副　本）样本 SAMPLE</div>
    <div style="position:absolute;left:66px;top:168px;right:200px;display:grid;grid-template-columns:96px 1fr;row-gap:9px;font:16px/1.55 ${serif}">${rows.map(([key, value]) => `<span style="color:#8d6b22">${key}</span><span>${value}</span>`).join('')}</div>
    <div style="position:absolute;right:80px;bottom:62px;text-align:center;font:15px/1.9 ${serif}">登记机关<br>${since}</div><div style="position:absolute;right:60px;bottom:92px">${stamp('样本市登记管理处')}</div>`,
  )
}

function letter({ company, english, title, body, date, colour }) {
  return sheet(
    700,
    960,
    'background:#fffefb',
    `<div style="height:12px;background:${colour}"></div><div style="display:flex;align-items:center;gap:18px;margin:44px 70px 0">
    <svg width="56" height="56" viewBox="0 0 56 56"><circle cx="28" cy="28" r="28" fill="${colour}"/><path d="M22 16 L42 28 L22 40Z" fill="#fff"/></svg>
    <div><div style="font:700 24px ${serif}">${company}</div><div style="font:12px 'Liberation Sans';letter-spacing:.14em;color:#7a736b">${english}</div></div></div>
    <div style="margin:26px 70px 0;border-top:1px solid #ddd"></div>
    <h1 style="font:700 34px ${serif};letter-spacing:.3em;text-indent:.3em;text-align:center;margin:64px 0 44px">${title}</h1>
    <div style="margin:0 70px;font:19px/2.2 ${serif}">${body.map((line) => `<p style="text-indent:2em;margin-bottom:14px">${line}</p>`).join('')}</div>
    <div style="position:absolute;right:96px;bottom:150px;text-align:center;font:18px/2 ${serif}">${company}<br>${date}</div><div style="position:absolute;right:124px;bottom:176px">${stamp(company, 140)}</div>
    <div style="position:absolute;left:70px;right:70px;bottom:44px;border-top:1px solid #ddd;padding-top:14px;font:12px 'Noto Sans CJK SC';color:#8a837b">样本市样本区放映路 24 号　电话 000-0000-0000　office@sample.example</div>`,
  )
}

function award({ festival, english, prize, prizeEn, film, year, colour, ground }) {
  const leaves = Array.from({ length: 10 }, (_, at) => {
    const degrees = 100 + at * 12.5
    const [x, y] = [0, 1].map((axis) => {
      const angle = (degrees * Math.PI) / 180
      return 150 + (axis === 0 ? Math.cos(angle) : Math.sin(angle)) * 132
    })
    return `<ellipse cx="${x}" cy="${y}" rx="18" ry="6.5" transform="rotate(${degrees + 66} ${x} ${y})" fill="${colour}"/>`
  }).join('')
  return sheet(
    700,
    960,
    `background:${ground};color:#fff;text-align:center`,
    `<div style="position:absolute;inset:26px;border:1.5px solid ${colour}"></div>
    <div style="margin-top:96px;font:700 30px ${serif};letter-spacing:.16em">${festival}</div><div style="font:13px 'Liberation Sans';letter-spacing:.24em;margin-top:10px;color:${colour}">${english}</div>
    <svg width="480" height="300" viewBox="-90 0 480 300" style="margin:70px auto 0;display:block"><g>${leaves}</g><g transform="translate(300 0) scale(-1 1)">${leaves}</g>
      <text x="150" y="150" font-family="Noto Serif CJK SC" font-weight="700" font-size="34" fill="#fff" text-anchor="middle">${prize}</text><text x="150" y="182" font-family="Liberation Serif" font-size="17" fill="${colour}" text-anchor="middle">${prizeEn}</text></svg>
    <div style="font:400 19px/2 ${serif};margin:64px 90px 0">兹证明影片<br><b style="font-size:28px">${film}</b><br>样本 SAMPLE　作品</div>
    <div style="position:absolute;left:0;right:0;bottom:84px;font:400 17px/2 ${serif}">${signature(1).replace('#1f2a52', colour)}<br>评委会主席　·　${year}</div>`,
    '#ffffff',
  )
}

function card({ title, english, rows, colour, issuer }) {
  return sheet(
    700,
    440,
    `background:linear-gradient(120deg,#fff0,${colour}22),#fff`,
    `<div style="background:${colour};color:#fff;padding:22px 36px;display:flex;justify-content:space-between;align-items:baseline"><b style="font:700 27px 'Noto Sans CJK SC';letter-spacing:.1em">${title}</b><span style="font:12px 'Liberation Sans';letter-spacing:.14em">${english}</span></div>
    <div style="position:absolute;left:36px;top:118px;transform:scale(1.45);transform-origin:0 0">${portrait(colour)}</div>
    <div style="position:absolute;left:216px;top:114px;display:grid;grid-template-columns:150px 1fr;row-gap:13px;font:17px 'Noto Sans CJK SC'">${rows.map(([key, value]) => `<span style="color:#7a736b;font-size:14px;line-height:26px">${key}</span><b style="font-weight:500">${value}</b>`).join('')}</div>
    <div style="position:absolute;left:36px;bottom:34px;font:13px 'Noto Sans CJK SC';color:#7a736b">${issuer}</div><div style="position:absolute;right:36px;bottom:26px">${stamp(issuer, 104)}</div>`,
  )
}

/** In the order of the file names; each with its size, since a sheet holds pieces of one size. */
export function drawCertificates() {
  const landscape = (piece) => ({ width: 720, height: 510, piece })
  const upright = (piece) => ({ width: 700, height: 960, piece })
  const flat = (piece) => ({ width: 700, height: 440, piece })
  return [
    landscape(
      chineseDiploma({
        title: '毕业证书',
        colour: '#9c2a1b',
        issuer: '海棠电影学院',
        number: 'HT-2016-004217',
        date: '二〇一六年七月一日',
        body: '学生　<b>样本 SAMPLE</b>　，于二〇一二年九月至二〇一六年七月在本校导演专业四年制本科学习，修完教学计划规定的全部课程，成绩合格，准予毕业。',
      }),
    ),
    landscape(
      englishDiploma({
        school: 'Haitang Film Academy',
        title: 'DIPLOMA IN DIRECTING',
        line: 'This is to certify that',
        detail:
          'has completed the two-year programme in directing for film and television and is awarded this diploma with distinction.',
        date: '14 June 2019',
        colour: '#1f4a6b',
        ribbon: '#b8923e',
        at: 0,
      }),
    ),
    landscape(
      businessLicence({
        name: '样本市一格影视工作室',
        kind: '有限责任公司',
        scope: '影视制作；摄影摄像服务；文化艺术交流活动策划',
        since: '2018 年 03 月 12 日',
        code: '91000000MA0SAMPLE1',
      }),
    ),
    upright(
      letter({
        company: '长镜头文化传媒',
        english: 'LONG TAKE PICTURES',
        title: '在职证明',
        colour: '#2c5d63',
        date: '二〇二四年五月八日',
        body: [
          '兹证明　<b>样本 SAMPLE</b>　自二〇二〇年三月起在我公司任职，现担任剪辑师，负责长片与系列片的后期剪辑工作。',
          '在职期间工作认真，参与完成作品十一部。本证明仅用于平台资质认证，不作其他用途。',
          '特此证明。',
        ],
      }),
    ),
    upright(
      award({
        festival: '第七届青禾短片展',
        english: 'GREEN FIELD SHORT FILM WEEK',
        prize: '最佳摄影',
        prizeEn: 'Best Cinematography',
        film: '《渡口》',
        year: '2023',
        colour: '#d9b65d',
        ground: 'linear-gradient(170deg,#1c2541,#0b132b)',
      }),
    ),
    flat(
      card({
        title: '民用无人机操控员执照',
        english: 'REMOTE PILOT LICENCE',
        colour: '#2f6690',
        issuer: '样本航空培训中心',
        rows: [
          ['姓名 Name', '样本 SAMPLE'],
          ['编号 No.', 'UAV-0000-2417'],
          ['类别 Class', '小型多旋翼'],
          ['等级 Rating', '超视距 BVLOS'],
          ['有效期 Valid', '2023.06 – 2029.06'],
        ],
      }),
    ),
    landscape(
      chineseDiploma({
        title: '结业证书',
        colour: '#21614f',
        issuer: '光圈影像培训中心',
        number: 'GQ-2022-0318',
        date: '二〇二二年十一月二十日',
        body: '学员　<b>样本 SAMPLE</b>　，于二〇二二年九月至十一月参加“电影调色与色彩管理”研修班，共计一百二十学时，考核成绩优秀，特发此证。',
      }),
    ),
    landscape(
      englishDiploma({
        school: 'Northbank Conservatory',
        title: 'MASTER OF MUSIC',
        line: 'On the recommendation of the faculty',
        detail:
          'is admitted to the degree of Master of Music in composition for the screen, with all the rights belonging to it.',
        date: '2 July 2021',
        colour: '#6a2c4f',
        ribbon: '#c99a3c',
        at: 1,
      }),
    ),
    flat(
      card({
        title: '职业技能等级证书',
        english: 'VOCATIONAL SKILL LEVEL',
        colour: '#9c4a2f',
        issuer: '样本职业技能评价中心',
        rows: [
          ['姓名 Name', '样本 SAMPLE'],
          ['职业 Occupation', '剪辑师'],
          ['等级 Level', '二级 / 技师'],
          ['成绩 Result', '理论 86　技能 91'],
          ['编号 No.', 'S000042220001187'],
        ],
      }),
    ),
    upright(
      award({
        festival: 'Harbour Lights',
        english: 'INTERNATIONAL DOCUMENTARY FESTIVAL',
        prize: '评审团特别奖',
        prizeEn: 'Special Jury Mention',
        film: 'The Bell Founders',
        year: '2024',
        colour: '#e8c9a0',
        ground: 'linear-gradient(170deg,#5b1a2e,#2b0b18)',
      }),
    ),
    landscape(
      businessLicence({
        name: '样本市慢门文化传播有限公司',
        kind: '有限责任公司（自然人独资）',
        scope: '广播电视节目制作；动漫设计；录音制作',
        since: '2021 年 09 月 30 日',
        code: '91000000MA0SAMPLE8',
      }),
    ),
    upright(
      letter({
        company: '青年导演扶持计划',
        english: 'EMERGING DIRECTORS FUND',
        title: '推荐信',
        colour: '#7a3e65',
        date: '二〇二四年三月十五日',
        body: [
          '平台审核老师，您好：',
          '<b>样本 SAMPLE</b>　是我指导的第五届学员，独立完成短片两部，现场组织能力与剧本功底俱佳，为人踏实，善于合作。',
          '我愿意推荐其申请导演资质认证，如需了解更多情况，欢迎随时与我联系。',
        ],
      }),
    ),
  ]
}
