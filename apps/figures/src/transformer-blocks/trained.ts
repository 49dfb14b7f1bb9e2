import type { Stored } from "../ui/stored.ts";

// Written by scripts/store-reversal.ts.
/** The model after training from the first seed. */
export const trained: Readonly<Record<string, Stored>> = {
  "encoder.embedding.weight": [
    0.00518177,
    "Ti//zgTC6vsQrxf+DP/FHgvb+esmLBHR9JwbJ/AN+yP9DR/0ASrR+xLY0wPgPQDLASv54yLyHAsRCOUPHEHH7N3uARIzCwH1RUVBxhky2S3u97vw0O4+/gQPAe4n/BAR9d0dAdIYA/XrCjH46saqsgjh8fQQ9+T6G+m0Ah3nPPjMKD//HOoKoxJ/F2PMnBbS",
  ],
  "encoder.positions.weight": [
    0.00798112,
    "AmXwwFb39haBUBDFhOlL6djuyWE24PRUt+cZ+98rJu4Kve497A4OIyG08jUoDfDiHeNNs5s0/sRoAfs5SMbDMA==",
  ],
  "encoder.stack.layers.0.self_attn.in_proj_weight": [
    0.0041286,
    "5PObCzI25+xbzeTnGiT06NMPvwYQANbRNBcNKhv35wMk7CyBBk72ufwX9gH6zfvjKbb31rIhFB9X/MsD/hL7NA8aErIiAOw8+90iqOnA+Q058BhE5xH2SBkEGAQF3ggR8RncHfLyLdjlDSYZJMPfDUUXPfLvExHWDBrxG+IS4Awx7Vy09h4ZIwsp+EgO+hYf0NAUUgbrHTgZxM3u6isJIrLWK8G/3+P69uXs+Ako5UcNwy4MPObMtN4KDeDTywr7FNXfKgjyLirMDx4/BwkhFdEkDRkb61Ec48Xk4Qb+M9bo8vLWDf0p6TEg09js8s/85PlFCkzH9bT0Ia0LCuIF5ge4HDnY+xcLGfTpUCwNCg434QIf0TcMJzkM1BkF6dX0z9zr0+bEGw3V8T7LyPlC2dX23j+L8ezjLiv5SdMYvzzV7hH3EbreFSvtDv/CyjHmNd8J1NHH5bY8F/Ss+kLX7krmGp8g2zYIJgItBsPsEfIKQyIa09OsPMjmMQz86t4n1Br7zQZgFOff1+j/Qd7xFMxE+AMWNBPRzB3UtxXO2RIBAwK9DPoArh0xAwkc8vMAJv4qIAEr2fcY5CjS1uUKKt3R79rH5vr+5Cy+3rILKSj6IjIvAQpABs3s1++kt/Y+Ag0BAN8B4Tsrz+nZ4vfdBhIRRr8NMPDwzxwYCRXMOR4ZyxlG9wjd8SD3zcU08sw+9hAb/+TV5OQC61QIM/0KDO7FvAnP7dIw99/oEgArAgDoRv312ToOKxD81OEU/RkVAgA30gQYJ/X3FtRJ/APhDBEU8yno9NoYBw3y4uzQ/gEV4ikQ1yE38CzcydAUHvwly0hF4/EkSRwA6NjkKxwW+NMRHd4A+P4R0foaNA3/+CzgMezy2yIbC/II52jh2+k4QPW58wkjGyEyNNHE6/gQ5v742DkD97DGIDfuH/3/7eb7z/zSCO7O7PYbFu4m4hQ3RTYIFO86Euxd0wMY18n8KfANFgYqH/zjFdTd7O8IDzP4JvoeJwvlsO0i+jPD/e8o",
  ],
  "encoder.stack.layers.0.self_attn.in_proj_bias": [
    0.00166387,
    "UTlncRu+oMkM6oHfK8La5f//AQAAAQAA/wAA/QAA/wH9OA3wDQrwKSc4IsoW6Nsc",
  ],
  "encoder.stack.layers.0.self_attn.out_proj.weight": [
    0.00373605,
    "0+RG1ur7EFE5o47cxVelRb7m1S4DBOzhA+tdGeTd6lho1FtYH1z79aShIxx88R8p1KgnUiEFSPD6/Sb92J3FQglA3xMy6iDe7bfHJSLJAArTTjGsxMRHNDjcOq64lzJFLzQks2bMEMghB/PEXJ7cy05oGx70DPH4Bq9KtjfSsBgcT/p4KryyEyr2YtfjygIxAMcCPtQeH7vtyKcZEwAHMnhL209g+URNvPYVrg8auTdQFKHjEDkNAs/z2kup5Z74+Dc23eAKX6Dsm5jhP0G7LbjM6wx/at9oIrbomBPq595URjssDuPBKtYXJvr89kUqwQPYBs5vxMwS6/YAwt4zwA==",
  ],
  "encoder.stack.layers.0.self_attn.out_proj.bias": [0.00111039, "AsaTb+Yt53yXsjMSEFkNgQ=="],
  "encoder.stack.layers.0.linear1.weight": [
    0.00545025,
    "wiz9DufM+vMM2u0E4sMCEA4VBsDDKBQdQeW/I1YI1NcA7NIP8q8gCO+N1R4gJw3uxBIW6StN0/I9IAov5yX0LUsAHP3ius37rxUP/LTkLPsb4fz9HhsoFRUg7DYn5ikjxzUe9zHKQs8CEbo1KSr0EykjLbHp9E8l+AQbyePnJgnf9f340ckrEt0KvRMvFvYu9g4Xtv3pSPHoU/gZ8xQFAyUu/BFH5d8n5fkW3csAFfoF9Rb6FyLwATcsKT05tQfL6wv18xHEKB7h9QEQ8d05LNwG6vT1/8bkJi4fDw/U7TgxSCnVRv0pChlpIOz+CUja+bowtLpM5o1m7h8WRdDDKe2w/bedHhz+f7nNKiQOueEk1fAaHe7NEiMwmuw5tDH3x/rbV/nqFfH5zrMQ1zjfON32AiDB5PYxr/nfylj/PjvpzBwML/xF4C4S4wfx/9it7DzVtzQjAOzF+SzM48AUIgq4/w3G3t21PC/CF0IP8EgQAMrPKuwGCtpYDKvX9QPZ//zqyCnMPyEINewQJN0D3uceQivuGyDlCNzqBv0hKAg0+P/4MsnSHyoERdTd9O1KGBbJ5DPyDS3RPR3qrDVWNQn1Uz0VDxrn2rEcU/IzEzcTIiMU1skEOAfTOB7G2MgZCc0TCM/97hA73iLE7OLIChUG/yrM2hDu8TrXJdUbIh4=",
  ],
  "encoder.stack.layers.0.linear1.bias": [0.00297253, "ui7v1PAGpqq7yMqawtcJGgy2Kbq5GRkLgeU9V64KrrM="],
  "encoder.stack.layers.0.linear2.weight": [
    0.00539095,
    "HQg/LcPp3Ar9CyzW4NQhN0wyIMIi8tvDECTt4NEkD8rmJMjRGTMvP/FPCvDwBTQmJB7CFvwECiH2yvILxcndEQD4xhQdBvXrzwYLDKsRPkYrRqzLvgo1CLra7hMDLugEDvPuORQiHw3ltg8bE+a62hxH+dFWCDoH3zYm4gPoLBbgos8uVueo4cgEK7H7+wPEyhXj/gkg4RgEGz84SfT7BuUw0s3p8PL7PDr7Dhy+GRYjnA/3IP7zEy8IpQ9V0eMRB6z4NP3h1TEl7S4B/dQ5zeC7ECwSMUM/9f0eCNkm7EAj5evdEB0t6Ag71w4ZCEnK3zZGDBvEth662/Mp+jQZ9upWI+P8OQTT6OWlDLxIoGh42Ooc8q9U8/wMw6MbCxjQAwPGOeEL2BzjIP3e/QwXTUzdDtgI2ikt+g7T/93uLB8lPjYowRsv904A0inUxb9hSb1X/QjV768W9uKu4NENLePfMLnsLgJDAd4gNB8Z/tHb7yP97vP8/hEGE+tWORDTDt5IzBUGw/4g/BzrOOzK6SAJAisf6w7Z3bw1J8Ff9+9Nx+xC3949Ji0GSgzF8czX1hbrNeoaAgElx+wjwNgUwQn10xXzTaobOzHrDyERBwMVIwIqxDks/hof3WP19/z46xnd6xAN8uHsC8EKBvQ+fybzysAK6Cg43qoM7jMBUfI=",
  ],
  "encoder.stack.layers.0.linear2.bias": [0.00309925, "HtEAQl0aAX/RxdgpFCQV9g=="],
  "encoder.stack.layers.0.norm1.weight": [0.00975224, "W3JidXhfX19/ZlBXd2lwaA=="],
  "encoder.stack.layers.0.norm1.bias": [0.00140979, "z6rEOxUk20eZ1xIQ9yf4gQ=="],
  "encoder.stack.layers.0.norm2.weight": [0.0104489, "bXR9fH14bHB3bXBrd391fg=="],
  "encoder.stack.layers.0.norm2.bias": [0.000812548, "7vgLRfvaM3/7NlD9DZvdfA=="],
  "decoder.embedding.weight": [
    0.00587428,
    "IKq6DrTQP+q1Kz8zJjG8Lronxdw4w+z86SpCCT4dEr0vIxC1IN8VNQ+3qNdXOxAGJAAWZKrb9d8LnRGlTt0HJ9vzf52jFVfrGPJh5ukGF9Dvwf5B/yF459Ea48fvijjR7qztzK/M1b51U9bgKqjN/mfx+sAQ91gmBkXLxIgv9voiIv348mvDpdjj6f20+dwA",
  ],
  "decoder.positions.weight": [
    0.00806917,
    "BRYDGQUDBwn08PzsFAYC9wU26cCxNtWu1+/aJ+ykQi887PT81KlTPElL//s++A3g3K0oUmO9IA0W+Uyd42+Bmw==",
  ],
  "decoder.stack.layers.0.self_attn.in_proj_weight": [
    0.00602649,
    "HQ4CGSQhCR0P8/fO6PoH4hIuMuA/5iIe//z/JBIv092+DeI+/vbn+ejW+yT2BAEwJCsGKyv2NPHy1LDNDw5B9vboMdk7Dv3+4gzlON1KI/HlO/U/TyD9OfwKBgrm9h1HDBcVzwzTE/PyJfbVNk3Mxgb4MBQWGPEhFv0ExRARwh0D1Rn3/PDs397x/dXpDdH3BiD0+uTQ6jAJEB85DtlELQMV3PDvJyL0FSMaExYV/kzzO/n+APgPGRQCHUIB/F4eDyANCwMF+z9I7yXn2vbS1w0n6Q3q9fr8BxEPHwf7AunmFtUAAgcbEAINEuj0FSIe6eniyfMV5+Ih6x7o6w0OFBIVLxkCKw4Q7d/cyuIgJ+YDFwjFMd8LKPjiCiDOPvkF3xELAuoo5bfr2TImBAXtBQcYBS1B8AMDAPK9sjftMDrjCQC/RyDx+NL2+SHMKwjp+kPe8dpQy+3X2hkS0+0U79ke5AwKtBEfOQIV2eJZ6iMyCP3w9gr+9h2+6/bjDvEgDRv7GSPrAt4nByPY+xbtxyQQ+PTjIetC8eMfDNj9KSPiBfb59AnR9j3j9QzgADHN5uvS1+ch6u4C6tc77d4WTfz0B9v+yfP+Bf76UgzeCUEnAB7s6fLqG/oN4yv90w0H0QsECdze+tP+DfID5fkLGx4U6vr6FQoI+yHv5P8C0A0Ewd/22igB9jU4xzbiAoEnJtL2CM6aMhZJBejhaQb+AQA2T9kQFQDKQtjL3rsfJDDZ2bj64PoTxMZo8hcLsPzwzOAvCv/KAkgdBAYy21jmESud3vD87PhD4hLv0t0R//vtuO4m/BUzHcPdTg38Ch8v4M3iLxPfFtrmuxbS/+oc7hHP40T+qFX8NP8Y52ET96zfAUcLHrZlJB4O+OEICvvsx6kd/zEZ4Cn63mA/DB/TKSy7Hw8yyQswThUjINoE784B8uzrJe8J4dJmMh3s6/EDJvPvydQbUvkfSRjb3sIaEzvh7eW88uP5F/b7I/0aKenc71MPxTFAJQTNGiUAxhrr",
  ],
  "decoder.stack.layers.0.self_attn.in_proj_bias": [
    0.00309212,
    "CvbVf9yBQOcN4QbS5hEEEwH//wD//wABAgL/BQQA/f7hGvLw4Bzq+hL41+ESJCPX",
  ],
  "decoder.stack.layers.0.self_attn.out_proj.weight": [
    0.00665715,
    "GL3nQ9H/FzCQ3xG9AOfwIErfJBDcH9HD0bYML05IQvVGYiI72gzUHwvhIwTnEyYtP/op7vcrgRUILew81dQ5yCsADeZS+ysGEgk2F+KqEjENtg3x8R/+EvwgG/DEuAU5Br0uPhsowvTYvbDZOi8PDaxFD8wJItEQ4gq3vgQZCeEp2ZlOPh1HCzPGM78xMDsPyljFz9tCP0JjN63V8EwxYy/UPeUk+gL9GVc4SC8oBhTbCt/MLMnv4EDLEL/i0jG4QsjZAehB5r/tGxLcOPkAyBIPx0faF+cQT0Q9CDPhueTEPS7299w40J3l5skdADL6BaYy/BLEBCzbIEznRcy3TQ==",
  ],
  "decoder.stack.layers.0.self_attn.out_proj.bias": [0.00133301, "45E075+BYl4zahjiaeE0gw=="],
  "decoder.stack.layers.0.multihead_attn.in_proj_weight": [
    0.00586103,
    "CxYL/B/VBtwrSE707gPn97DETyg80uogEjgqBONR3PQN19ADK970zQDhL/wH88fkHAff/9lC3d7O5trmA9rYMeXF8uL+veLgNDT3HUg4Dfr7181ARxrvQfEIK+zlQJba4sMwzNSzSCkmKcvn9rc3tEflKRrEMOLT/xzC7f3D8fjsysst5QEC+Sj7C/AFIAbQahm14enmMfjoCdTn2M8M4vDuOxb/OPEXPvVm6O8OERrlIu8L/Mvk7hHN3/sNIAnqi8HdLwvQEesOWiPTDCTL/zH0/A37uv4M7B3J3iHxBBYCJgVoMdPk6ykWyhQAAtEUAzDQOAZwAqncytn44RD8JeA5BNYMH9MlsOET7/YqGMHgDwPVTtApEpTUzh3I6BLhzyQe+O/i2sXxP8oN6QTzAQr/Dd/iEPbPOBbl//z16DauEOJeKvH9FeT2uADoCT3TyDQ45kQWQ/+sGe7nAgbXEATTw1wvEv475LQGGjpB2rsc1C062hP37hfu1SDiLu4k/Nr5FfMJ3BfBGNjXxAD27vfEJQraMAMSQyhC9iMjxvAsUf+pCv4m6NjJzxHQ/Sfw+iXm9gIVAtEXJvTgKh39DwYBJx858yM8gUbS8edSBPLIu+xNFPsRCi/aBA/tAN8QDvc6HggGFrvnHAnCyUYmFD4yWrf8H+ifQyYl5ubk9D4vsywi5xmluxTAwM3m4Vfd+lgH2o0uEl7kGtwvFv6x8l0aa1Xfw5QLLuKZKiTiLtEFyC0Z6AdMFvIE3AEijB46Qcj7/zcfDsDkmEZrC9vYbRHw3ugPeOLXExcNC5I5y6VFUcSw8cH6zgnhFCRGLJ8wQmAQ0C6YCgHu8bLsW0cM183oNxtut7H5IRT2t/I6mjTB2MgULQ7w5CLk1Pn4OFo0H+AK3TgetdrHxN087+HsKhvf9p8q/7LLKPfG9jstRCcxa6ba7+jfEya8BuskeDQJUTVaJSYW1Urb7gU13vCzp9YBzQEpsh7uQTEWASna1BgHCOgeKS4O1x8NF+q/CbAZ",
  ],
  "decoder.stack.layers.0.multihead_attn.in_proj_bias": [
    0.000864762,
    "D77h8vagEg8sHoHOqAie6fj/Av8ABAPz//8B/P0AAfvoKq1fSJ3/ujjMrmT9FvYa",
  ],
  "decoder.stack.layers.0.multihead_attn.out_proj.weight": [
    0.00589064,
    "IgRuBtf0KX3fJ/ADEO0cpzfd9YX2ePHXpSRA138YB89Hpdkvr2aR2jYzxs72mDQltj3cLii1TjirL7EZa79AvR0ZwU5t8fCqgdVLFDcaygDR58HhDgfWCyZmwM/DyBvZvAKtnt8SOBQn5s1KWL35PU0H9f/fHvlP7CUhRMi4G9saNS0OtmCbmOjvChunYa8p+PMufjirKv6wyPylkd4fycmt4BJpRkT8VQ5k2ubIEzzP7e9Dvark00ADHd3N3kvLrVvE5zJWKi5Eu8fIujNFSFKyP+hWm9YEYCoqWx4yPxzP+6zTm9m/yLYnl64Mr0nG3TBe570R1y5AnuSpL2ki+A==",
  ],
  "decoder.stack.layers.0.multihead_attn.out_proj.bias": [0.00112031, "3oEjPQir9/4tEwgTKhAZ8A=="],
  "decoder.stack.layers.0.linear1.weight": [
    0.00458004,
    "rxIAFK0ePQjr9r3hAVUX0scE0MM38OXpFtMnbDT6O0ujMsTnKNw9yuvxMNZuo0hBGyJMRFs38DRp8nCjLCPP3g8oWBDY8OcmVQb1NMvyORT6JbUburX7/RPfSUAaNRP5NNjoqa8yfx2twfGwK6/5UOzb1/vaK1gGmyopGuMXFT8NST4GvDLEOkHAHsIM+8v6DlMLnB26Ov38OGn225epI+kKA8r3YQMhvBltEBPftuMo4fy3LfavG78j7BC8sV1CsCRQzHbuWMy5LUuPxwDDyj0FOUzv+YolD/UYS+BGIuM3IhgbCwRI9TrrDfDJv+q5Or9lBBP4lwTnxTcL6k7jt/GU3twgUeDPuiUJP0sXEMz2rBwj59uw2SUd6gwRFhLLN0/g8b3zUjjWNqQ3TAAy6xEC8AY5utHzKNG6WN/XPP4GUTK50Bhh9ksmG8nLwuhC3NCP0CAU81HNDyf/3fzJ4dAFt/AADxzX9cjga9P42vw9n3Amo7LqS/fdC3Yn9/DZ2xkHJUKzSw7iwrUlPNRGsuD4AvTBCHECueH16En/4CDwMuRU6MONOKI7GhToxvroUXogE7gHQ8dmEwjcxgbr0RzptgIN1hH44xjuBMfRlg9R5Ngxuf+uCNJXEsA4VeMLHyyJ9uMfGT6+B0TIZgcAAsm8JkT36g46yifI9T0uxsY=",
  ],
  "decoder.stack.layers.0.linear1.bias": [0.0026299, "vgeN+kTYlAvFZSD5ISM5tn92JQD51KXd2R48d+z8Iqk="],
  "decoder.stack.layers.0.linear2.weight": [
    0.00411815,
    "AUpp2R9GBQwyVPFGnyU7lYPyEuwXzxg/v/Dq1Roy6PFTuQ5D2pr1LhIkBwM8AMY8AUHHuvC16eAINZE1CZjh1EEwK7roJkwKKc6+tNZCxr1C3E0FMvLyf/RO5r3wlub68DFfq67pLwzARtQbd8DeybvAdwvK1TudXgIxQBG9Mu/O3eBfHxvctOMf3AxiGW9cjbYL8s7PFRz10lkpoQeP0B8SDr4aCPM4wCyxLbut+j3oEtAj/snZQE7ROxja968E47OjvFDClfkJ1QBWqC1MMTccLSDrz9BCAq9RAt0wE0HPBe7U9BzN90hAq0cr11Lz8xXXAlMUy03/0vwa3S/Y6MV5Wo3U7GGvjflNN+fyJQxPJOYQQbAhWPPN8aTP58oM3kzUOifnssXpGiFjBkijEwNn/DKRU1Wv4dZNlOIAyiI1/lQCuCsQPrfGTr9PSkwoXCwy1IIj7CVEN+WKsyEEUKZAKHQHErX2PBP3DSq13KtICdDWyhwrre3hS+0WGmU24/UWd8X5HAEnZQgEaqJZmuijxONfAMe5CPkkKxHd+8TxPrj/+xocWDVWSp8D87HopfPhCPLbGvSZTz1PQw40+DYQ5VfGMQLhOhpAwDJFTtPkA8oNGUPhKTUKDebUmbuzu9pKldvMPiW2dOXiLOfk9FruECDnCczc0TxZSAYd9NE=",
  ],
  "decoder.stack.layers.0.linear2.bias": [0.00138801, "gVT+xoETqO2yi/C9YXSFqg=="],
  "decoder.stack.layers.0.norm1.weight": [0.00837583, "c2dqXGF1Y2hebX9iUFtFXw=="],
  "decoder.stack.layers.0.norm1.bias": [0.000828001, "3IHu2B/GnsMhuDBhNfMFOA=="],
  "decoder.stack.layers.0.norm2.weight": [0.0098257, "aGNwZWNPaFN/bHFkZ3NpdA=="],
  "decoder.stack.layers.0.norm2.bias": [0.000624023, "7JJ2dRa+5coTlxx+Vn8/Ew=="],
  "decoder.stack.layers.0.norm3.weight": [0.0130132, "bm1tcGddXmVzfn9Xdn9xdg=="],
  "decoder.stack.layers.0.norm3.bias": [0.00227567, "2c4RPAyEUX8x5vv8ZRkzIg=="],
};
