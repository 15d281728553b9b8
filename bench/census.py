#!/usr/bin/env python3
"""Counts LongCat's levels of a size by brute force: census.py COLUMNS ROWS.

Prints, for each number of walls, the number of levels up to symmetry, the number of unique ones among them, and the
depth of the deepest unique level.  It shares only the rules with the programs: it plays every level to its end in
every way and compares solutions under all symmetries of the open cells.  `gen longcat --all --walls=K
--allow-trivial --allow-greedy` must give the same figures; see doc/census.md.
"""
import sys
W,H=int(sys.argv[1]),int(sys.argv[2]); N=W*H
D=[(0,-1),(1,0),(0,1),(-1,0)]
syms=[]
for t in range(8):
    if t&4 and W!=H: continue
    def f(x,y,t=t):
        if t&1: x=W-1-x
        if t&2: y=H-1-y
        if t&4: x,y=y,x
        return x,y
    syms.append(f)
perm=[[ (lambda p:p[1]*W+p[0])(f(i%W,i//W)) for i in range(N)] for f in syms]
ray=[[None]*4 for _ in range(N)]
for i in range(N):
    for d,(dx,dy) in enumerate(D):
        x,y=i%W+dx,i//W+dy; r=[]
        while 0<=x<W and 0<=y<H: r.append(y*W+x); x+=dx;y+=dy
        ray[i][d]=r
def solutions(walls,cat):
    full=(1<<N)-1; out=[]
    def go(pos,occ,path):
        if occ==full: out.append(tuple(path)); return
        for d in range(4):
            p=pos;o=occ
            for c in ray[pos][d]:
                if o>>c&1: break
                o|=1<<c;p=c
            if p!=pos:
                path.append(p); go(p,o,path); path.pop()   # the end of a slide identifies it
    go(cat,walls|1<<cat,[])
    return out
def box_symmetries(walls,cat):
    cells=[i for i in range(N) if not walls>>i&1]
    x0=min(i%W for i in cells);x1=max(i%W for i in cells);y0=min(i//W for i in cells);y1=max(i//W for i in cells)
    w,h=x1-x0+1,y1-y0+1; out=[]
    for t in range(1,8):
        if t&4 and w!=h: continue
        m={}
        for i in cells:
            x,y=i%W-x0,i//W-y0
            if t&1: x=w-1-x
            if t&2: y=h-1-y
            if t&4: x,y=y,x
            m[i]=(y+y0)*W+x+x0
        if m[cat]==cat and set(m.values())==set(cells): out.append(m)
    return out
stat={}
for walls in range(1<<N):
    k=bin(walls).count('1')
    if k==N: continue
    imgs=[]
    for p in perm:
        m=0
        for i in range(N):
            if walls>>i&1: m|=1<<p[i]
        imgs.append(m)
    if min(imgs)<walls: continue
    fix=[p for p,m in zip(perm,imgs) if m==walls]
    for cat in range(N):
        if walls>>cat&1 or any(p[cat]<cat for p in fix): continue
        s=stat.setdefault(k,[0,0,0]); s[0]+=1
        sol=solutions(walls,cat)
        if not sol: continue
        own=box_symmetries(walls,cat)
        left=set(sol); classes=0
        while left:
            a=left.pop(); classes+=1
            for p in own: left.discard(tuple(p[c] for c in a))
        if classes==1: s[1]+=1; s[2]=max(s[2],len(sol[0]))
for k in sorted(stat): print(k,*stat[k])
