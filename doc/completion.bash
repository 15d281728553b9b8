# Bash completion for @PROGRAM@, one of the programs of Onlyway.
#
# Options, their values and the games come from the program's own --help, so completion cannot
# disagree with it.  Works with or without the bash-completion package.

# Prints the help for the command line: that of the program, of the command that is named, or of
# the game that is named.
_onlyway_help()
{
    local program=("${1/#\~\//${HOME-}/}") word help games
    shift
    help=$("${program[@]}" --help </dev/null 2>/dev/null)
    if [[ -n ${1-} ]] && _onlyway_listed Commands <<<"$help" | grep -qx -- "$1"; then
        program+=("$1")
        shift
        help=$("${program[@]}" --help </dev/null 2>/dev/null)
    fi
    games=$(_onlyway_games <<<"$help")
    for word in "$@"; do
        if [[ " $games " == *" $word "* ]]; then
            "${program[@]}" "$word" --help </dev/null 2>/dev/null
            return
        fi
    done
    printf '%s\n' "$help"
}

# Prints the games, which the help lists, separated by commas, in its paragraph "Games:".
_onlyway_games()
{
    sed -n '/^Games:$/,/^$/{/^ /p}' | tr -s ', \n' ' '
}

# Prints the names that the help's paragraph $1 lists, one per line: commands, formats, autopilots.
_onlyway_listed()
{
    sed -n "/^$1:\$/,/^\$/s/^  \([a-z][a-z-]*\) .*/\1/p"
}

# Prints the options with their arguments: "--game=GAME", "--all[=N]", "--csv".
_onlyway_options()
{
    sed -n 's/^ *\(-[A-Za-z], \)\{0,1\}\(--[a-z-]*\(\[*=[^ ]*\)\{0,1\}\).*/\2/p'
}

# Prints what --help calls the required value of option $1: "GAME", "N", "easy|hard".  Prints nothing
# if the option is a flag or its value is optional.
_onlyway_argument()
{
    local line
    while read -r line; do
        if [[ $line == "$1="* ]]; then
            printf '%s\n' "${line#*=}"
            return
        fi
    done
}

# Prints the names that can be the value of option --$1.  For --method, the help has either one line for
# all, such as "  methods    climb (default) random walk", or one line for each, such as
# "  --method=climb    what it does".
_onlyway_names()
{
    sed -n -e "s/^  --$1=\([a-z][a-z-]*\).*/\1/p" -e "s/^  $1s\{0,1\}  *//p" | sed 's/([^)]*)//g; s/,//g'
}

# Sets COMPREPLY to the values of a kind that an option can have.
_onlyway_values()
{
    local kind=$1 current=$2 option=$3 help=$4 words=
    case $kind in
        COMMAND) words=$(_onlyway_listed Commands <<<"$help") ;;
        GAME) words=$(_onlyway_games <<<"$help") ;;
        FORMAT) words=$(_onlyway_listed Formats <<<"$help") ;;
        PILOT) words=$(_onlyway_listed Autopilots <<<"$help") ;;
        NAME) words=$(_onlyway_names "$option" <<<"$help") ;;
        DIR) _onlyway_files -d "$current" ;;
        FILE) _onlyway_files -f "$current" ;;
        *[A-Z]*) ;; # placeholders, such as "N|WxH"
        *\|*) words=${kind//|/ } ;;
    esac
    if [[ -n $words ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    fi
}

_onlyway_files()
{
    mapfile -t COMPREPLY < <(compgen "$1" -- "$2")
    compopt -o filenames 2>/dev/null
}

# Sets COMPREPLY to the options that begin with $1; those that need a value end in "=".
_onlyway_option_names()
{
    local name names=()
    while read -r name; do
        case $name in
            --*[=*) names+=("${name%%[*}") ;;
            --*=*) names+=("${name%%=*}=") ;;
            --*) names+=("$name") ;;
        esac
    done <<<"$2"
    mapfile -t COMPREPLY < <(compgen -W "${names[*]}" -- "$1")
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then
        compopt -o nospace 2>/dev/null
    fi
}

# Completes an operand: a file or, if the program's first operand is a command or a game, only that one.
_onlyway_operand()
{
    local current=$1 help=$2 games
    if [[ ${help%%$'\n'*} == *' COMMAND '* ]]; then
        _onlyway_values COMMAND "$current" '' "$help"
        return
    fi
    if [[ ${help%%$'\n'*} != *' GAME '* ]]; then
        _onlyway_files -f "$current"
        return
    fi
    games=$(_onlyway_games <<<"$help")
    if [[ -n $games ]]; then
        _onlyway_values GAME "$current" '' "$help"
    fi
}

_onlyway()
{
    local words=("${COMP_WORDS[@]:1:COMP_CWORD-1}") current=${COMP_WORDS[COMP_CWORD]} option=
    local help options kind=
    COMPREPLY=()

    # Bash splits "--option=value" into three words.
    local last=$((${#words[@]} - 1))
    if [[ $current == '=' ]]; then
        current='' option=${words[last]}
    elif ((last >= 1)) && [[ ${words[last]} == '=' ]]; then
        option=${words[last - 1]}
    elif ((last >= 0)) && [[ ${words[last]} == -* ]]; then
        option=${words[last]}
    fi

    help=$(_onlyway_help "$1" "${words[@]}")
    options=$(_onlyway_options <<<"$help")
    if [[ $option == -? ]]; then
        option=$(sed -n "s/^ *$option, \(--[a-z-]*\).*/\1/p" <<<"$help")
    fi
    if [[ $option == --?* ]]; then
        kind=$(_onlyway_argument "$option" <<<"$options")
    fi
    if [[ -n $kind ]]; then
        _onlyway_values "$kind" "$current" "${option#--}" "$help"
    elif [[ $current == -* ]]; then
        _onlyway_option_names "$current" "$options"
    else
        _onlyway_operand "$current" "$help"
    fi
}

complete -F _onlyway @PROGRAM@
